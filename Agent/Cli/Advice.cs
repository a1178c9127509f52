using System.CommandLine;
using System.Text;
using IwTune.Agent.Cli.Dsc;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;

namespace IwTune.Agent.Cli;

/// <summary>
/// The commands of this program that the output gives as advice: they repeat <c>--state</c> and <c>--socket</c> of the command line, or
/// they would act on another agent. They stand in quotes, and are completed in the text: sentences of the engine and of a daemon do not
/// know how they were asked. A command that contains a single quote stands in double quotes: the quote would end it.
/// </summary>
internal sealed class Advice
{
    private const string Start = "'iwtune ";
    private const char Quote = '\'';

    /// <summary>Before it stands the name of a process, not advice.</summary>
    private const string Process = "' (pid ";

    private (string Name, string Word)[] _options = [];

    /// <summary>The commands that take both options and differ with them.</summary>
    public static IReadOnlyList<string> Commands { get; } =
    [
        "apply",
        "cleanup",
        "confirm",
        "enroll",
        "experiment",
        "explain-rollback",
        "history",
        "hold",
        "override",
        "release",
        "rollback",
        "run",
        "set",
        "show",
        "status",
        "unenroll",
        "verify",
    ];

    /// <summary>The terminal, with advice completed as soon as the command line is known.</summary>
    /// <param name="terminal">Where the command writes.</param>
    /// <param name="json">True when its output is a document: then only the sentences in it are completed, before they are encoded.</param>
    public Terminal Before(Terminal terminal, bool json) =>
        terminal with
        {
            Advised = Complete,
            Out = json ? terminal.Out : Completing(terminal.Out),
            Error = Completing(terminal.Error),
        };

    /// <summary>From now on advice repeats the options of this command line.</summary>
    /// <exception cref="UsageException">The name of the state directory is empty.</exception>
    public void Repeat(ParseResult parsed)
    {
        if (HelpPage.PathOf(parsed.CommandResult.Command).Contains(DscVerb.Name))
            return; // it writes JSON without being asked for it
        var options = new List<(string Name, string Word)>();
        if (parsed.StateOf().Root is var state && state != StateDirectory.At(StateDirectory.DefaultPath).Root)
            Add(StateOption.Option.Name, state);
        if (parsed.GetValue(SocketOption.Option) is { Length: > 0 } socket)
            Add(SocketOption.Option.Name, socket);
        _options = [.. options];

        void Add(string name, string value) => options.Add((name, $" {name} {Word(value)}"));
    }

    /// <summary>A value as a shell takes it.</summary>
    public static string Word(string value) => OperatingSystem.IsWindows() ? $"\"{value}\"" : ShellWord.Quote(value);

    private PassingWriter Completing(TextWriter inner) =>
        new PassingWriter(inner, text => inner.Write(text.Contains(Start, StringComparison.Ordinal) ? Complete(text.ToString()) : text));

    private string Complete(string text)
    {
        var completed = new StringBuilder();
        var from = 0;
        for (int at; (at = text.IndexOf(Start, from, StringComparison.Ordinal)) >= 0; )
        {
            var end = EndOf(text, at + 1);
            if (end < 0)
                break;
            completed.Append(text, from, at - from);
            var command = text[(at + 1)..end];
            if (IsAdvice(text.AsSpan(at + Start.Length, end - at - Start.Length)) && !IsProcess(text.AsSpan(end)))
                command += Lacking(command);
            completed.Append(command.Contains(Quote) ? $"\"{command}\"" : $"'{command}'");
            from = end + 1;
        }
        return completed.Append(text, from, text.Length - from).ToString();
    }

    /// <summary>The quote that ends the advice: one that begins a word is the shell's.</summary>
    private static int EndOf(string text, int from)
    {
        while (text.IndexOf(Quote, from) is >= 0 and var quote)
        {
            if (text[quote - 1] != ' ')
                return quote;
            if (AfterWord(text, quote + 1) is not (>= 0 and var after))
                return -1;
            from = after;
        }
        return -1;
    }

    /// <summary>What follows a word in the shell's quotes, by its first letter.</summary>
    private static int AfterWord(string text, int from)
    {
        while (text.IndexOf(Quote, from) is >= 0 and var closing)
        {
            if (!text.AsSpan(closing).StartsWith(ShellWord.InnerQuote))
                return closing + 1;
            from = closing + ShellWord.InnerQuote.Length;
        }
        return -1;
    }

    private string Lacking(string command)
    {
        var words = "";
        foreach (var (name, word) in _options)
            words += Has(command, name) ? "" : word;
        return words;
    }

    /// <summary>A line of the terminal may end beside the option.</summary>
    private static bool Has(string command, string option)
    {
        for (var at = 0; (at = command.IndexOf(option, at, StringComparison.Ordinal)) > 0; at += option.Length)
        {
            var after = at + option.Length;
            if (char.IsWhiteSpace(command[at - 1]) && after < command.Length && char.IsWhiteSpace(command[after]))
                return true;
        }
        return false;
    }

    private static bool IsAdvice(ReadOnlySpan<char> words)
    {
        var verb = words.IndexOf(' ') is >= 0 and var end ? words[..end] : words;
        foreach (var known in Commands)
        {
            if (verb.SequenceEqual(known))
                return true;
        }
        return false;
    }

    private static bool IsProcess(ReadOnlySpan<char> text) => text.StartsWith(Process);
}
