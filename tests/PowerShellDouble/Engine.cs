using System.Management.Automation;
using System.Management.Automation.Runspaces;

namespace IwTune.PowerShellDouble;

/// <summary>What a test makes the engine do, and what it saw. There is one in a process, as there is one engine.</summary>
public sealed class Engine
{
    private readonly List<InitialSessionState> _opened = [];
    private readonly List<string> _seen = [];

    /// <summary>The engine that runspaces are opened in from now on.</summary>
    public static Engine Current { get; set; } = new();

    /// <summary>A command by its name and parameters; throws what the command would.</summary>
    public Func<string, IReadOnlyDictionary<string, object>, CancellationToken, IEnumerable<PSObject>> Command { get; set; } =
        (_, _, _) => [];

    /// <summary>Called when a runspace opens; throws what opening would.</summary>
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

    /// <summary>What happened: <c>open</c>, <c>begin NAME</c>, <c>end NAME</c>, <c>stop</c>, <c>dispose</c>.</summary>
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
