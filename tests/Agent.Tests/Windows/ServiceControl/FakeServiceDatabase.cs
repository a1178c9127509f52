using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Tests.Windows.ServiceControl;

/// <summary>A service control manager in memory; its service needs some polls to stop, as a real one needs time.</summary>
internal sealed class FakeServiceDatabase : IServiceDatabase
{
    private int _looksUntilStopped;

    public ServiceEntry? Entry { get; set; }

    public bool EventSource { get; private set; }

    /// <summary>The manager's answer to a change, and the note about settings that it did not accept.</summary>
    public ServiceControlException? Refuses { get; set; }

    public string Note { get; set; } = "";

    /// <summary>The number of polls before it has stopped; <see langword="null"/> for never.</summary>
    public int? StopsAfter { get; set; } = 3;

    public List<string> Asked { get; } = [];

    public ServiceEntry? Find()
    {
        if (Entry is { State: ServiceState.StopPending } && StopsAfter is not null && --_looksUntilStopped <= 0)
            Entry = Entry with { State = ServiceState.Stopped, Process = 0 };
        return Entry;
    }

    public string Enter(string commandLine, bool isNew)
    {
        Ask(isNew ? "create" : "change");
        Entry = (Entry ?? new ServiceEntry(ServiceState.Stopped, 0, 0, StartsByItself: true, "LocalSystem", "")) with
        {
            CommandLine = commandLine,
        };
        return Note;
    }

    public void Stop()
    {
        Ask("stop");
        Entry = Entry! with { State = ServiceState.StopPending };
        _looksUntilStopped = StopsAfter ?? 0;
    }

    public void Delete()
    {
        Ask("delete");
        Assert.Equal(ServiceState.Stopped, Entry!.State); // Windows would only mark a running service for deletion
        Entry = null;
    }

    public void SetEventSource(bool present)
    {
        Ask(present ? "source" : "no source");
        EventSource = present;
    }

    private void Ask(string what)
    {
        if (Refuses is { } refusal)
            throw refusal;
        Asked.Add(what);
    }
}
