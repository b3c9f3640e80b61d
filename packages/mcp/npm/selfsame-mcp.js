#!/usr/bin/env node
import { serveAgent } from "../dist/mcp.js";

process.exitCode = serveAgent(process.env);
