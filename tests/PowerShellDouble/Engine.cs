using System.Management.Automation;
using System.Management.Automation.Runspaces;

namespace IwTune.PowerShellDouble;

/// <summary>The behaviour that a test sets for the engine, and its records. There is one in a process, as there is one engine.</summary>
public sealed class Engine
{
    private readonly List<InitialSessionState> _opened = [];
    private readonly List<string> _seen = [];

    /// <summary>The engine in which runspaces are opened from now on.</summary>
    public static Engine Current { get; set; } = new();

    /// <summary>Runs a command by its name and parameters; throws the command's exception.</summary>
    public Func<string, IReadOnlyDictionary<string, object>, CancellationToken, IEnumerable<PSObject>> Command { get; set; } =
        (_, _, _) => [];

    /// <summary>Called when a runspace opens; throws the exception of the opening.</summary>
    public Action Opening { get; set; } = () => { };

    /// <summary>The session states of the runspaces that were opened, in order.</summary>
    public IReadOnlyList<InitialSessionState> Opened
    {
        get
        {
            lock (_opened)
                return [.. _opened];
        }
    }

    /// <summary>The events: <c>open</c>, <c>begin NAME</c>, <c>end NAME</c>, <c>stop</c>, <c>dispose</c>.</summary>
    public IReadOnlyList<string> Seen
    {
        get
        {
            lock (_seen)
                return [.. _seen];
        }
    }

    internal void Note(string what)
    {
        lock (_seen)
            _seen.Add(what);
    }

    internal void Open(InitialSessionState state)
    {
        Note("open");
        Opening();
        lock (_opened)
            _opened.Add(state);
    }
}
