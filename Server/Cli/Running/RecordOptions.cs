using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--audit-…</c>, <c>--retain</c>: how the audit log is protected, and how long records are kept.</summary>
internal sealed class RecordOptions
{
    private readonly Option<int> _entries = new("--audit-entries")
    {
        Description = "Sign a checkpoint of the audit log after this many entries",
        HelpName = "N",
        DefaultValueFactory = _ => RunDefaults.Options.CheckpointEntries,
    };

    private readonly Option<Duration> _within = ServerDurationOption.Create(
        "--audit-within",
        "Longest time from entry to checkpoint",
        RunDefaults.Options.CheckpointAge
    );

    private readonly Option<string[]> _files = new("--audit-file")
    {
        Description =
            "Copy the audit log to the end of this file, best where this server's administrator cannot change it; may be repeated",
        HelpName = "FILE",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string[]> _webhooks = new("--audit-webhook")
    {
        Description = "Post the audit log to this address as it grows; may be repeated",
        HelpName = "URL",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string> _retain = new("--retain")
    {
        Description =
            "Default retention, until set on the server: history=400d,reports=90d,audit=forever; kinds not named are kept forever",
        HelpName = "KIND=DAYSd,…",
        DefaultValueFactory = _ => RunDefaults.Options.Retain,
    };

    public RecordOptions(Command command)
    {
        command.Options.Add(_entries);
        command.Options.Add(_within);
        command.Options.Add(_files);
        command.Options.Add(_webhooks);
        command.Options.Add(_retain);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            CheckpointEntries = parsed.GetRequiredValue(_entries),
            CheckpointAge = parsed.GetRequiredValue(_within).Time,
            AuditFiles = parsed.GetRequiredValue(_files),
            AuditWebhooks = parsed.GetRequiredValue(_webhooks),
            Retain = parsed.GetRequiredValue(_retain),
        };
}
