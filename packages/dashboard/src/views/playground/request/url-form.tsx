import { useDraft } from "../../../state/drafts.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";

interface UrlFormProps {
  readonly title: string;
  readonly onAddress: (address: string) => void;
  readonly onClose: () => void;
}

export function UrlForm({ title, onAddress, onClose }: UrlFormProps) {
  const [address, setAddress] = useDraft("photo-address", title, "");
  return (
    <Dialog title={`${title} from an address`} onClose={onClose}>
      <Form
        draft="photo-address"
        submit="Use this address"
        onCancel={onClose}
        onSubmit={async () => onAddress(address.trim())}
      >
        {() => (
          <TextField
            label="Address of the photo"
            value={address}
            onInput={setAddress}
            hint={
              <>
                The service downloads it, from hosts that are allowed under <a href="#/domains">Domains and origins</a>.
              </>
            }
            input={{ type: "url", required: true, placeholder: "https://photos.example.com/me.jpg" }}
          />
        )}
      </Form>
    </Dialog>
  );
}
