using IwTune.Server.Console;
using IwTune.Shared.Fleet;

namespace IwTune.Server.Features.Audit.Pages;

/// <summary>The shown part of the log; the page's address contains all of it.</summary>
public sealed record AuditAddress(string? Who, string? What, string? To, string? Text, string? Since, string? Until, string? Host)
{
    public bool IsEverything => string.IsNullOrWhiteSpace(Who + What + To + Text + Since + Until + Host);

    public string Page => Of("/audit", null);

    public string Csv => Of("/audit.csv", null);

    public string Before(long number) => Of("/audit", $"{number}");

    /// <summary>The same as a command.</summary>
    public string Cli =>
        "iwtune fleet audit list"
        + Option("--actor", Who)
        + Option("--action", What)
        + Option("--subject", To)
        + Option("--text", Text)
        + Option("--host", Host)
        + Option("--since", Since)
        + Option("--until", Until);

    /// <summary>The same as a call.</summary>
    public string Api => Of(FleetPaths.Audit, null);

    private string Of(string path, string? before) =>
        Address.Of(
            path,
            ("actor", Who),
            ("action", What),
            ("subject", To),
            ("q", Text),
            ("host", Host),
            ("since", Since),
            ("until", Until),
            ("before", before)
        );

    private static string Option(string name, string? value) => string.IsNullOrWhiteSpace(value) ? "" : $" {name} {Commands.Quote(value)}";
}
