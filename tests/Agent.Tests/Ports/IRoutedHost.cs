using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Ports;

/// <summary>A host whose targets are routes, identified by their destination.</summary>
public interface IRoutedHost : ITunedHost
{
    (string First, string Second) ITunedHost.Names => ("10.1.0.0/16", "10.2.0.0/16");

    IReadOnlyList<Window> ITunedHost.Windows =>
        [new(10, 20), new(10, null), new(null, 20), new(Window.Min, Window.Min), new(Window.Max, Window.Max)];

    Window ITunedHost.Others => new(7, 8);

    Target ITunedHost.Find(HostSnapshot snapshot, string name) => snapshot.Targets.Single(target => target.Destination.ToString() == name);

    /// <summary>Another program adds a route whose owner would undo a change.</summary>
    void AddReportOnly(string destination);

    string ITunedHost.AddReportOnly()
    {
        AddReportOnly(Names.First);
        return Names.First;
    }

    void ITunedHost.MakeAnew(string name)
    {
        Remove(name);
        Add(name);
    }

    void ITunedHost.ChangeUnderPlan(string name) => ChangeOther(name);

    string ITunedHost.Disturb()
    {
        Add(Names.First);
        return Names.First;
    }
}
