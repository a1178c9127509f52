using System.CommandLine;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>A command with what its help needs beside names and descriptions.</summary>
internal sealed class Verb(VerbGroup group, string name, string description) : Command(name, description)
{
    /// <summary>The group that shows it in the list of commands.</summary>
    public VerbGroup Group => group;

    /// <summary>Paragraphs that say when to use it and what it leaves behind.</summary>
    public string Details { get; init; } = "";

    /// <summary>
    /// The options about this host that it and its commands use, of those that every command takes; <see langword="null"/> for the same as
    /// the command above it.
    /// </summary>
    public IReadOnlyList<Option>? LocalOptions { get; init; }

    /// <summary>
    /// Lines to copy, each with its effect: <c>("iwtune plan edge.yaml", "what would change")</c>; with <c>sudo</c> where the host is
    /// changed.
    /// </summary>
    public IReadOnlyList<(string Line, string What)> Examples
    {
        get;
        init => field = [.. value.Select(example => (HostWords.Here.Typed(example.Line), example.What))];
    } = [];
}

/// <summary>The groups of the list of commands, in the order in which people need them.</summary>
internal enum VerbGroup
{
    Look,
    Change,
    Measure,
    Fleet,
    Programs,
}
