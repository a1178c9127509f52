using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary>The options of the mail server that takes compliance runs.</summary>
internal sealed class MailOptions
{
    private readonly Option<string?> _server = new("--smtp")
    {
        Description =
            "Schedules of compliance runs may send their files by e-mail through this mail server: smtps://USER@HOST, or smtp://HOST "
            + "with STARTTLS; without TLS only on this machine",
        HelpName = "ADDRESS",
    };

    private readonly Option<string?> _password = new("--smtp-password-file")
    {
        Description = "A file of mode 0600 whose first line is the password of the user in --smtp",
        HelpName = "FILE",
    };

    private readonly Option<string?> _authorities = new("--smtp-ca")
    {
        Description = "Trust the mail server by these certificates alone (PEM) instead of the system's",
        HelpName = "FILE",
    };

    private readonly Option<string?> _from = new("--mail-from") { Description = "The sender of e-mail", HelpName = "ADDRESS" };

    private readonly Option<string[]> _domains = new("--mail-domain")
    {
        Description = "Send to addresses of this domain; default: the domain of --mail-from; may be repeated",
        HelpName = "DOMAIN",
        DefaultValueFactory = _ => [],
    };

    public MailOptions(Command command)
    {
        foreach (var option in (Option[])[_server, _password, _authorities, _from, _domains])
            command.Add(option);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed)
    {
        var (server, from) = (parsed.GetValue(_server), parsed.GetValue(_from));
        return ((Option[])[_server, _password, _authorities, _from, _domains]).All(option =>
            parsed.GetResult(option) is null or { Implicit: true }
        )
            ? options
            : options with
            {
                Mail = new MailSettings
                {
                    Address = server ?? "",
                    PasswordFile = parsed.GetValue(_password),
                    CaFile = parsed.GetValue(_authorities),
                    From = from ?? "",
                    Domains = parsed.GetRequiredValue(_domains),
                },
            };
    }
}
