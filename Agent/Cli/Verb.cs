using System.CommandLine;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>A command with what its help needs beside names and descriptions.</summary>
internal sealed class Verb(VerbGroup group, string name, string description) : Command(name, description)
{
    /// <summary>Where the list of commands shows it.</summary>
    public VerbGroup Group => group;

    /// <summary>Paragraphs that say when to use it and what it leaves behind.</summary>
    public string Details { get; init; } = "";

    /// <summary>
    /// Lines to copy, each with what it does: <c>("iwtune plan edge.yaml", "what would change")</c>; with <c>sudo</c> where the host is
    /// changed.
    /// </summary>
    public IReadOnlyList<(string Line, string What)> Examples
    {
        get;
        init => field = [.. value.Select(example => (HostWords.Here.Typed(example.Line), example.What))];
    } = [];
}

/// <summary>The list of commands, in the order people meet them.</summary>
internal enum VerbGroup
{
    Look,
    Change,
    Measure,
    Fleet,
    Programs,
}
