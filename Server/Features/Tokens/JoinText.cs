using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

/// <summary>How hosts of one kind join, with this server's address and pin.</summary>
/// <param name="System">The kind.</param>
/// <param name="Lines">What to run, or what to write into a file; <c>TOKEN</c> stands for the token.</param>
/// <param name="Note">Where that goes.</param>
public sealed record JoinText(string System, string Lines, string Note)
{
    /// <param name="address">Of this server, as agents use it.</param>
    /// <param name="pin">Of the server's certificate authority.</param>
    public static IReadOnlyList<JoinText> Of(string address, string pin)
    {
        var enrol = TokenText.Command(TokenKind.Enrolment, address, "TOKEN", pin);
        const string Start = "systemctl enable --now iwtune";
        return
        [
            new("Debian, Ubuntu", $"apt install ./iwtune_VERSION_amd64.deb\n{enrol}\n{Start}", "As root, on the host."),
            new("RHEL, Fedora, SUSE", $"rpm -U iwtune-VERSION.x86_64.rpm\n{enrol}\n{Start}", "As root, on the host."),
            new(
                "Windows Server",
                $"msiexec /i iwtune-VERSION-win-x64.msi /qn SERVER={address} TOKEN=TOKEN CAPIN={pin}",
                "In an elevated prompt. The installer enrols the host and starts the service."
            ),
            new(
                "Group policy, Intune",
                $"Server = {address}\nCaPin = {pin}\nmsiexec /i iwtune-VERSION-win-x64.msi /qn TOKEN=TOKEN",
                "The first two are the setting Fleet server of the template IwTune.admx; the third line installs."
            ),
            new(
                "Ansible",
                $"iwtune_server: {address}\niwtune_ca_pin: {pin}\niwtune_token: TOKEN",
                "Variables of the role iwtune (deploy/ansible); keep the token in a vault."
            ),
            new(
                "Puppet",
                $"class {{ 'iwtune':\n  server => '{address}',\n  ca_pin => '{pin}',\n  token  => Sensitive('TOKEN'),\n}}",
                "With the module in deploy/puppet."
            ),
            new(
                "Kubernetes",
                $"stringData:\n  server: {address}\n  ca-pin: {pin}\n  token: TOKEN",
                "In enrolment.yaml of deploy/kubernetes, before kubectl apply -k."
            ),
            new(
                "cloud-init",
                $"runcmd:\n  - [iwtune, enroll, \"{address}\", --token, TOKEN, --ca-pin, \"{pin}\"]\n"
                    + "  - [systemctl, enable, --now, iwtune]",
                "User data for an image that has the package."
            ),
        ];
    }
}
