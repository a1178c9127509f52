namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>Names from an event as they may be shown: of bounded length, without control characters.</summary>
internal static class LoggedName
{
    private const int Longest = 120;

    public static string Of(string text)
    {
        var clean = new string([.. text.Where(character => !char.IsControl(character)).Take(Longest + 1)]);
        return clean.Length > Longest ? clean[..Longest] + "…" : clean;
    }

    /// <summary>An account by domain and name, or by SID; the system's own has one name in every language.</summary>
    public static string Account(string domain, string name, string sid) =>
        sid == "S-1-5-18" ? "SYSTEM"
        : name.Length is 0 or 1 ? Of(sid)
        : domain.Length is 0 or 1 ? Of(name)
        : Of($@"{domain}\{name}");
}
