namespace IwTune.Server.Hosting.Load;

/// <summary>Limits the concurrent places of one sender, and of all senders together.</summary>
/// <param name="each">Places for one sender.</param>
/// <param name="all">Places in all.</param>
internal sealed class SenderPlaces(int each, int all)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, int> _taken = new(StringComparer.Ordinal);
    private int _all;

    /// <returns>The place, given back on dispose; <see langword="null"/> when none is free.</returns>
    public IDisposable? TryTake(string sender)
    {
        lock (_gate)
        {
            var mine = _taken.GetValueOrDefault(sender);
            if (mine >= each || _all >= all)
                return null;
            _taken[sender] = mine + 1;
            _all++;
            return new Place(this, sender);
        }
    }

    private void GiveBack(string sender)
    {
        lock (_gate)
        {
            _all--;
            if (--_taken[sender] == 0)
                _taken.Remove(sender);
        }
    }

    private sealed class Place(SenderPlaces places, string sender) : IDisposable
    {
        private SenderPlaces? _places = places;

        public void Dispose() => Interlocked.Exchange(ref _places, null)?.GiveBack(sender);
    }
}
