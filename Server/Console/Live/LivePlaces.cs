using System.Collections.Concurrent;

namespace IwTune.Server.Console.Live;

/// <summary>Limits the open streams: each keeps a connection of a browser, and a user may have many tabs.</summary>
internal sealed class LivePlaces
{
    public const int OfUser = 20,
        OfServer = 500;

    private readonly ConcurrentDictionary<string, int> _taken = new(StringComparer.Ordinal);
    private int _all;

    /// <returns>A place, given back on dispose; <see langword="null"/> when the user's or the server's are taken.</returns>
    public IDisposable? TryTake(string user)
    {
        var place = new Place(this, user);
        // Both are counted whatever the first says: the place gives both back.
        if (Interlocked.Increment(ref _all) <= OfServer & _taken.AddOrUpdate(user, 1, (_, taken) => taken + 1) <= OfUser)
            return place;
        place.Dispose();
        return null;
    }

    private sealed class Place(LivePlaces places, string user) : IDisposable
    {
        private int _given;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _given, 1) != 0)
                return;
            Interlocked.Decrement(ref places._all);
            if (places._taken.AddOrUpdate(user, 0, (_, taken) => taken - 1) == 0)
                places._taken.TryRemove(KeyValuePair.Create(user, 0));
        }
    }
}
