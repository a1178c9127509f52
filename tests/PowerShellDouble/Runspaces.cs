using System.Collections.ObjectModel;
using IwTune.PowerShellDouble;
using Microsoft.PowerShell;

namespace System.Management.Automation.Runspaces;

public static class RunspaceFactory
{
    public static Runspace CreateRunspace(InitialSessionState initialSessionState) => new(initialSessionState);
}

public sealed class Runspace(InitialSessionState state) : IDisposable
{
    public RunspaceStateInfo RunspaceStateInfo { get; private set; } = new(RunspaceState.BeforeOpen);

    internal Engine Engine { get; } = Engine.Current;

    public void Open()
    {
        Engine.Open(state);
        RunspaceStateInfo = new(RunspaceState.Opened);
    }

    /// <summary>Breaks the runspace, as a failure of the engine does.</summary>
    public void Break() => RunspaceStateInfo = new(RunspaceState.Broken);

    public void Dispose()
    {
        Engine.Note("dispose");
        RunspaceStateInfo = new(RunspaceState.Closed);
    }
}

public sealed class RunspaceStateInfo(RunspaceState state)
{
    public RunspaceState State { get; } = state;
}

/// <summary>The numbers of the real one.</summary>
public enum RunspaceState
{
    BeforeOpen = 0,
    Opening = 1,
    Opened = 2,
    Closed = 3,
    Closing = 4,
    Broken = 5,
}

/// <summary>A module could not be imported when the runspace opened.</summary>
public sealed class RunspaceOpenModuleLoadException(params IEnumerable<ErrorRecord> errors)
    : RuntimeException(
        new ErrorRecord(new InvalidOperationException("One or more modules could not be loaded."), "ErrorLoadingModulesOnRunspaceOpen")
    )
{
    public PSDataCollection<ErrorRecord> ErrorRecords { get; } = [.. errors];
}

public sealed class InitialSessionState
{
    public ExecutionPolicy ExecutionPolicy { get; set; } = ExecutionPolicy.Restricted;

    public InitialSessionStateEntryCollection<SessionStateVariableEntry> Variables { get; } = [];

    public bool ThrowOnRunspaceOpenError { get; set; }

    /// <summary>The imported modules, for tests; the real one lists specifications.</summary>
    public IReadOnlyList<string> Imported { get; private set; } = [];

    /// <summary>The factory method that made it, for tests.</summary>
    public string MadeBy { get; private init; } = "";

    public static InitialSessionState CreateDefault2() => new() { MadeBy = nameof(CreateDefault2) };

    public void ImportPSModule(params string[] name) => Imported = [.. Imported, .. name];
}

public sealed class InitialSessionStateEntryCollection<T> : Collection<T>
{
    public new void Add(T item) => base.Add(item);
}

public sealed class SessionStateVariableEntry(string name, object value, string description)
{
    public string Name { get; } = name;

    public object Value { get; } = value;

    public string Description { get; } = description;
}
