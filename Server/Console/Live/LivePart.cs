namespace IwTune.Server.Console.Live;

/// <summary>A part of a page that renews itself when something was stored (<c>js/stream.js</c>).</summary>
internal static class LivePart
{
    /// <summary>Publications, rollouts, enrolments, verdicts: what one server stores at a time.</summary>
    public const string Decisions = "decisions";

    /// <summary>With what hosts report and when they were last seen.</summary>
    public const string Everything = "decisions reports";

    /// <summary>What concerns the one host that the page shows.</summary>
    public const string OneHost = "decisions host";

    /// <summary>The attributes of the element.</summary>
    /// <param name="id">Its id, by which it is found in the answer.</param>
    /// <param name="address">The page that contains it.</param>
    /// <param name="what">What it shows: a constant of this class.</param>
    /// <param name="pace">The least seconds between two requests.</param>
    public static IReadOnlyDictionary<string, object?> Of(string id, string address, string what, int pace) =>
        new Dictionary<string, object?>(Rows(address, what, pace))
        {
            ["id"] = id,
            ["hx-select"] = $"#{id}",
            ["hx-swap"] = "outerHTML",
        };

    /// <summary>The attributes of an element whose content alone is requested; its id stands beside them.</summary>
    public static IReadOnlyDictionary<string, object?> Rows(string address, string what, int pace) =>
        new Dictionary<string, object?>
        {
            ["hx-get"] = address,
            ["hx-trigger"] = "live",
            ["hx-swap"] = "innerHTML",
            ["data-live"] = what,
            ["data-live-pace"] = pace,
        };
}
