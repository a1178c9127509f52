using System.CommandLine;
using IwTune.Shared.Wire;

namespace IwTune.Server.Cli;

/// <summary><c>--scope read|operate|admin</c></summary>
internal static class ScopeOption
{
    public static Option<string> Create(string description, TokenScope standard)
    {
        var option = new Option<string>("--scope") { Description = description, HelpName = "read|operate|admin", DefaultValueFactory = _ => standard.ToString().ToLowerInvariant() };
        return option.AcceptOnlyFromAmong("read", "operate", "admin");
    }

    public static TokenScope Scope(this ParseResult parsed, Option<string> option) => Enum.Parse<TokenScope>(parsed.GetRequiredValue(option), ignoreCase: true);
}
