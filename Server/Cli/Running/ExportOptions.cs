using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary>The options of compliance exports.</summary>
internal sealed class ExportOptions
{
    private readonly Option<string[]> _standards = new("--standards")
    {
        Description = "Name the clauses of this standard beside each control in exports: a JSON file (docs/compliance.md); may be repeated",
        HelpName = "FILE",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string> _chromium = new("--chromium")
    {
        Description = "Print reports as PDF with this Chromium, Chrome or Edge; default: the first one on the PATH",
        HelpName = "FILE",
        DefaultValueFactory = _ => "",
    };

    private readonly Option<string?> _folder = new("--export-folder")
    {
        Description = "Schedules of compliance runs may write their files to this folder, such as a share of the auditors",
        HelpName = "DIR",
    };

    private readonly Option<string?> _stamps = new("--timestamp")
    {
        Description = "Have this authority state when each compliance run existed (RFC 3161); it gets the SHA-256 alone",
        HelpName = "URL",
    };

    private readonly Option<string> _stampsCa = new("--timestamp-ca")
    {
        Description = "Trust that authority by these certificates alone (PEM) instead of the system's",
        HelpName = "FILE",
        DefaultValueFactory = _ => "",
    };

    private readonly MailOptions _mail;

    public ExportOptions(Command command)
    {
        _mail = new(command);
        command.Add(_standards);
        command.Add(_chromium);
        command.Add(_folder);
        command.Add(_stamps);
        command.Add(_stampsCa);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        _mail.Into(options, parsed) with
        {
            Standards = parsed.GetRequiredValue(_standards),
            Chromium = parsed.GetRequiredValue(_chromium),
            ExportFolder = parsed.GetValue(_folder),
            Timestamp = parsed.GetValue(_stamps),
            TimestampCa = parsed.GetRequiredValue(_stampsCa),
        };
}
