namespace IwTune.Shared.Model.Recommending;

/// <summary>The windows that are worth a thought.</summary>
internal static class Candidates
{
    /// <summary>science.md §6.1; beyond 44 a receiver with default settings accepts no more.</summary>
    private static readonly int[] Usual = [3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 44];

    /// <summary>
    /// In ascending order, with the window in force among them; odd ones only where they are in force, because Windows does not accept
    /// them.
    /// </summary>
    public static List<int> Of(RecommendationCase asked)
    {
        List<int> found = [];
        foreach (var window in Usual)
        {
            if (asked.Takes.Takes(window) && window % 2 == 0)
                found.Add(window);
        }
        if (!found.Contains(asked.Current))
            found.Add(asked.Current);
        found.Sort();
        return found;
    }
}
