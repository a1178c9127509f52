namespace IwTune.Shared.Model.Recommending;

/// <summary>The windows among which a recommendation chooses.</summary>
internal static class Candidates
{
    /// <summary>Those of docs/recommendation.md, "Decision". A receiver with default settings accepts no more than 44.</summary>
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
