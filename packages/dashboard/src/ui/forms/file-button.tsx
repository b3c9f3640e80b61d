import { FileIcon } from "../icons.tsx";

interface FileButtonProps {
  /** Label of the field, since the button's own text may not say what the file is for. */
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly children: string;
  /** Id of the hint below the button. */
  readonly hintId?: string;
}

/** A button that asks for a file. The same file can be chosen again. */
export function FileButton({ label, accept, onFile, children, hintId }: FileButtonProps) {
  return (
    <label class="button plain small pick">
      <FileIcon />
      {children}
      <input
        type="file"
        accept={accept}
        aria-label={label}
        aria-describedby={hintId}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
