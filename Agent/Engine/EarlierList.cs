namespace IwTune.Agent.Engine;

/// <summary>
/// The entries of an earlier list, found again while a later one of the same order is made: of a thousand routes nearly all are the same at
/// the next reading, and what was made of them serves again.
/// </summary>
/// <param name="earlier">The earlier list.</param>
/// <param name="first">Where in it the later one begins.</param>
internal struct EarlierList<T>(IReadOnlyList<T> earlier, int first = 0)
{
    /// <summary>
    /// Entries of a longer list are not kept for the next one: until then, which may be a month, they would only take room.
    /// </summary>
    public const int Most = 10_000;

    /// <summary>How far from its place an entry is sought: others before it came or went.</summary>
    private const int Near = 16;

    private int _place = first;

    /// <summary>The earlier entry that is the next one of the later list.</summary>
    /// <param name="later">That one.</param>
    /// <param name="same">Whether an entry is it.</param>
    /// <returns>The default of the type when there is none near its place.</returns>
    public T? Next<TLater>(TLater later, Func<T, TLater, bool> same)
    {
        var place = _place++;
        for (var away = 0; away <= Near; away++)
        {
            foreach (var at in (ReadOnlySpan<int>)[place + away, place - away])
            {
                if (at < 0 || at >= earlier.Count || !same(earlier[at], later))
                    continue;
                _place = at + 1;
                return earlier[at];
            }
        }
        return default;
    }
}
