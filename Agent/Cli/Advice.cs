using System.CommandLine;
using System.Text;
using IwTune.Agent.Cli.Dsc;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;

namespace IwTune.Agent.Cli;

/// <summary>
/// The commands of this program that the output gives as advice: they repeat <c>--state</c> and <c>--socket</c> of the command line, or
/// they would act on another agent. They stand in quotes, and are completed in the text: sentences of the engine and of a daemon do not
/// know how they were asked.
/// </summary>
internal sealed class Advice
{
    private const string Start = "'iwtune ";

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
        new PassingWriter(inner, text => inner.Write(_options.Length == 0 ? text : Complete(text.ToString())));

    private string Complete(string text)
    {
        if (_options.Length == 0)
            return text;
        var completed = new StringBuilder();
        var from = 0;
        for (int at; (at = text.IndexOf(Start, from, StringComparison.Ordinal)) >= 0; )
        {
            var end = EndOf(text, at + 1);
            if (end < 0)
                break;
            completed.Append(text, from, end - from);
            if (IsAdvice(text.AsSpan(at + Start.Length, end - at - Start.Length)) && !IsProcess(text.AsSpan(end)))
                Append(completed, text[at..end]);
            from = end;
        }
        return completed.Append(text, from, text.Length - from).ToString();
    }

    /// <summary>The quote that ends the advice: one that begins a word is the shell's.</summary>
    private static int EndOf(string text, int from)
    {
        while (text.IndexOf('\'', from) is >= 0 and var quote)
        {
            if (text[quote - 1] != ' ')
                return quote;
            if (text.IndexOf('\'', quote + 1) is not (>= 0 and var closing))
                return -1;
            from = closing + 1;
        }
        return -1;
    }

    private void Append(StringBuilder to, string command)
    {
        foreach (var (name, word) in _options)
        {
            if (!command.Contains($" {name} ", StringComparison.Ordinal))
                to.Append(word);
        }
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
