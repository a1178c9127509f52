using System.CommandLine;

namespace IwTune.Agent.Cli;

/// <summary>A command with what its help needs beside names and descriptions.</summary>
internal sealed class Verb(VerbGroup group, string name, string description) : Command(name, description)
{
    /// <summary>Where the list of commands shows it.</summary>
    public VerbGroup Group => group;

    /// <summary>Paragraphs that say when to use it and what it leaves behind.</summary>
    public string Details { get; init; } = "";

    /// <summary>Lines to copy, each with what it does: <c>("iwtune plan edge.yaml", "what would change")</c>.</summary>
    public IReadOnlyList<(string Line, string What)> Examples { get; init; } = [];
}

/// <summary>The list of commands, in the order people meet them.</summary>
internal enum VerbGroup
{
    Look,
    Change,
    Measure,
    Fleet,
}
