using System.CommandLine;
using System.CommandLine.Invocation;
using IwTune.Agent.Cli.Manual;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>What <c>--help</c> prints: written for a person who sees the tool for the first time, or at three in the morning.</summary>
internal sealed class HelpPage(Terminal terminal) : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var command = parseResult.CommandResult.Command;
        var to = parseResult.InvocationConfiguration.Output;
        if (command is RootCommand root)
            WriteRoot(root, to);
        else
            WriteCommand(command, to);
        return ExitCode.Fine;
    }

    /// <summary>The words to type: <c>iwtune fleet hosts</c>.</summary>
    public static IEnumerable<string> PathOf(Command command) =>
        command is RootCommand ? ["iwtune"] : [.. command.Parents.OfType<Command>().Take(1).SelectMany(PathOf), command.Name];

    /// <summary>The width of a manual page in a pipe.</summary>
    private const int Usual = 80;

    private int Width => terminal.Width ?? Usual;

    private void Say(TextWriter to, string text, int hanging = 0) => to.WriteLine(Wrapping.Wrap(Wrapping.Joined(text), Width, hanging));

    private void WriteRoot(RootCommand root, TextWriter to)
    {
        Say(to, Overview.Text);
        to.WriteLine("\nUsage: iwtune COMMAND [OPTIONS]");
        foreach (
            var group in root.Subcommands.OfType<Verb>().Where(verb => !verb.Hidden).GroupBy(verb => verb.Group).OrderBy(group => group.Key)
        )
        {
            Title(to, TitleOf(group.Key));
            Columns.Write(to, group, verb => verb.Name, verb => verb.Description, Width);
        }
        Title(to, "Options");
        WriteOptions(root.Options, to);
        to.WriteLine("\nStart here");
        Columns.Write(to, Overview.Start, line => HostWords.Here.Typed(line.Line), line => line.What, Width);
        Title(to, "A policy");
        foreach (var line in Overview.Policy)
            to.WriteLine($"  {line}");
        Title(to, "Exit codes");
        foreach (var (code, meaning) in Overview.ExitCodes)
            Say(to, $"  {code, 2} {meaning}", hanging: 5);
        to.WriteLine();
        Say(
            to,
            "More: 'iwtune COMMAND --help', or 'iwtune man COMMAND | man -l -'; 'iwtune completion SHELL' prints completions for a shell."
        );
    }

    private void WriteCommand(Command command, TextWriter to)
    {
        Say(to, command.Description ?? "");
        var arguments = command.Arguments.Select(argument =>
            argument.Arity.MinimumNumberOfValues == 0 ? $"[{NameOf(argument)}]" : NameOf(argument)
        );
        IEnumerable<string?> words = [.. PathOf(command), .. command.Subcommands.Count > 0 ? ["COMMAND"] : arguments, "[OPTIONS]"];
        to.WriteLine();
        Say(to, $"Usage: {string.Join(' ', words)}", hanging: 7);
        if (command is Verb { Details: { Length: > 0 } details })
        {
            to.WriteLine();
            Say(to, details);
        }
        if (command.Subcommands.Count > 0)
        {
            Title(to, "Commands");
            Columns.Write(to, command.Subcommands.Where(sub => !sub.Hidden), sub => sub.Name, sub => sub.Description, Width);
            if (Shorthand.Lists(command))
                to.WriteLine($"'{string.Join(' ', PathOf(command))}' alone lists.");
        }
        if (command.Arguments.Count > 0)
        {
            Title(to, "Arguments");
            Columns.Write(to, command.Arguments, NameOf, argument => argument.Description, Width);
        }
        Title(to, "Options");
        WriteOptions([.. command.Options, .. Inherited(command)], to);
        if (command is Verb { Examples: { Count: > 0 } examples })
        {
            Title(to, "Examples");
            Columns.Write(to, examples, Width);
        }
    }

    /// <summary>The options it has from the commands above it, without those of a host that it does not use.</summary>
    public static IEnumerable<Option> Inherited(Command command)
    {
        List<Command> above = [.. Above(command)];
        var local = above.Prepend(command).OfType<Verb>().FirstOrDefault(verb => verb.LocalOptions is not null)?.LocalOptions;
        return above
            .SelectMany(parent => parent.Options)
            .Where(option => option.Recursive && (local?.Contains(option) != false || !LocalOptions.All.Contains(option)));
    }

    private static IEnumerable<Command> Above(Command command) =>
        command.Parents.OfType<Command>().SelectMany(parent => Above(parent).Prepend(parent));

    private void WriteOptions(IEnumerable<Option> options, TextWriter to) =>
        Columns.Write(
            to,
            options.Where(option => !option.Hidden),
            option =>
                string.Join(", ", option.Aliases.Where(alias => alias.StartsWith('-') && alias.Length == 2).Append(option.Name))
                + (option.HelpName is { } name ? $" {name}" : ""),
            option => option.Description,
            Width
        );

    private void Title(TextWriter to, string title)
    {
        to.WriteLine();
        to.WriteLine(terminal.Paint(Ink.Bold, title));
    }

    private static string TitleOf(VerbGroup group) =>
        group switch
        {
            VerbGroup.Look => "Look (changes nothing)",
            VerbGroup.Change => "Change and restore",
            VerbGroup.Measure => "Measure and predict",
            VerbGroup.Fleet => "Fleet",
            _ => "For other programs",
        };

    /// <summary>As the usage line has it.</summary>
    public static string NameOf(Argument argument) => argument.HelpName ?? argument.Name;
}
