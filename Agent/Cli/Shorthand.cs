using System.CommandLine;
using IwTune.Agent.Cli.Output.Pages;

namespace IwTune.Agent.Cli;

/// <summary>
/// Forms that people know from other programs: <c>help apply</c>, <c>version</c>, and a group of commands alone for its list.
/// </summary>
internal static class Shorthand
{
    private const string List = "list";

    /// <summary>The arguments with an option in place of the first word.</summary>
    public static string[] Options(string[] args) =>
        args switch
        {
            [] => ["--help"],
            ["help", .. var verb] => [.. verb, "--help"],
            ["version"] => ["--version"],
            _ => args,
        };

    /// <summary>True when a command alone means its <c>list</c>.</summary>
    public static bool Lists(Command command) =>
        command is not RootCommand and { Action: null } && command.Subcommands.Any(sub => sub.Name == List);

    /// <summary>The same arguments, with <c>list</c> after a group of commands that was given alone.</summary>
    public static ParseResult Parse(RootCommand root, string[] args)
    {
        var parsed = root.Parse(args);
        if (parsed.Action is HelpPage || !Lists(parsed.CommandResult.Command) || parsed.UnmatchedTokens.Any(word => !word.StartsWith('-')))
            return parsed;
        var end = Array.IndexOf(args, parsed.CommandResult.IdentifierToken.Value) + 1;
        return root.Parse([.. args[..end], List, .. args[end..]]);
    }
}
