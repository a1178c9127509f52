using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>Changes that came close together, as one.</summary>
internal sealed class Burst(HostChanged first)
{
    private readonly HashSet<string> _authors = first.By.Length == 0 ? [] : [first.By];
    private string _last = first.What;
    private bool _lost = first.What == HostChanged.Resync;
    private int _more;

    /// <summary>The first change, the number of changes after it, and all their authors.</summary>
    public HostChanged Told =>
        new(
            _lost ? HostChanged.Resync
                : _more == 0 ? first.What
                : $"{first.What} and {_more} more",
            string.Join("; ", _authors)
        );

    public void Add(HostChanged change)
    {
        if (change.What != _last)
            _more++;
        _last = change.What;
        _lost |= change.What == HostChanged.Resync;
        if (change.By.Length > 0)
            _authors.Add(change.By);
    }
}
