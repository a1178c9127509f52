using System.CommandLine;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Agent.Cli.Fleet.Audit;

/// <summary>Entries of the audit log, newest first.</summary>
internal static class AuditListVerb
{
    private static readonly (string Option, string Key, string Description, string Name)[] Filters =
    [
        ("--actor", "actor", "Who: user:anna, or a beginning: token:*", "TEXT"),
        ("--action", "action", "What: policy.publish, or a beginning: policy.*", "TEXT"),
        ("--subject", "subject", "To what: policy:edge, host:*", "TEXT"),
        ("--host", "host", "Everything that reached this host: about itself, its rollouts, policies and exceptions", "NAME"),
        ("--text", "q", "A part of the sentence, the subject, the reason or the address, or of a host's name", "TEXT"),
        ("--since", "since", "Not before this day or moment (UTC)", "WHEN"),
        ("--until", "until", "Before this day or moment (UTC)", "WHEN"),
    ];

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Entries of the audit log, newest first")
        {
            Examples =
            [
                ("iwtune fleet audit list --action 'policy.*' --since 2026-11-01", "what was published this month"),
                ("iwtune fleet audit list --host fra-web-002", "what reached one host"),
            ],
        };
        var options = new List<(Option<string> Option, string Key)>();
        foreach (var (option, key, description, name) in Filters)
            options.Add((new Option<string>(option) { Description = description, HelpName = name }, key));
        var before = new Option<long?>("--before") { Description = "Only entries with a lower number", HelpName = "N" };
        var limit = new Option<int>("--limit")
        {
            Description = "Entries at most, 1 to 500 [default: 50]",
            HelpName = "N",
            DefaultValueFactory = _ => 50,
        };
        foreach (var (option, _) in options)
            verb.Add(option);
        verb.Add(before);
        verb.Add(limit);
        verb.Shows(context, Path, () => AuditJson.Default.AuditPage, page => Print(context.Terminal, page));
        return verb;

        string Path(ParseResult parsed)
        {
            var path = $"{FleetPaths.Audit}?limit={parsed.GetValue(limit)}";
            if (parsed.GetValue(before) is { } number)
                path += $"&before={number}";
            foreach (var (option, key) in options)
            {
                if (parsed.GetValue(option) is { Length: > 0 } value)
                    path += $"&{key}={Uri.EscapeDataString(value)}";
            }
            return path;
        }
    }

    private static void Print(Terminal terminal, AuditPage page)
    {
        var table = new Table(
            ("№", Align.Right),
            ("AT", Align.Left),
            ("BY", Align.Left),
            ("FROM", Align.Left),
            ("ACTION", Align.Left),
            ("WHAT", Align.Left),
            ("REASON", Align.Left)
        );
        foreach (var entry in page.Entries)
        {
            table.Add(
                FleetText.Number((int)entry.Number),
                FleetText.Time(entry.At),
                entry.Actor,
                entry.Source.Length > 0 ? entry.Source : new Cell("-", Ink.Quiet),
                entry.Action,
                entry.Text,
                entry.Reason
            );
        }
        table.Write(terminal);
        if (page.Next is { } next)
            terminal.Error.WriteLine($"There are older ones: --before {next}");
    }
}
