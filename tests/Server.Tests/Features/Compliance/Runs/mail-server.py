"""A mail server for tests: submission with TLS and a password. Each message becomes NUMBER.json and, with an attachment, NUMBER.zip."""
import asyncio
import email
import email.policy
import json
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

folder, port, mode = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
tls.load_cert_chain(folder / "mail.pem", folder / "key.pem")


class Mailbox:
    count = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("gone@"):
            return "550 5.1.1 There is no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.count += 1
        attached = None
        for part in message.iter_attachments():
            attached = part.get_filename()
            (folder / f"{self.count}.zip").write_bytes(part.get_content())
        seen = {
            "user": session.auth_data,
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "subject": message["subject"],
            "id": message["message-id"],
            "auto": message["auto-submitted"],
            "text": message.get_body(("plain",)).get_content(),
            "attached": attached,
        }
        part = folder / f"{self.count}.part"
        part.write_text(json.dumps(seen))
        part.rename(folder / f"{self.count}.json")
        return f"250 2.0.0 Ok: queued as {self.count}"


def authenticate(server, session, envelope, mechanism, data):
    known = data.login == b"iwtune" and data.password == b"correct horse"
    return AuthResult(success=known, auth_data=data.login.decode() if known else None)


async def main():
    mailbox = Mailbox()

    def submission():
        implicit = mode == "smtps"
        return SMTP(
            mailbox,
            authenticator=authenticate,
            auth_required=True,
            # With implicit TLS the library does not know that there is any.
            auth_require_tls=not implicit,
            tls_context=None if implicit else tls,
            require_starttls=not implicit,
        )

    server = await asyncio.get_running_loop().create_server(submission, "127.0.0.1", port, ssl=tls if mode == "smtps" else None)
    (folder / "ready").touch()
    await server.serve_forever()


asyncio.run(main())
