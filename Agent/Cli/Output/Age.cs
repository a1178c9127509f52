namespace IwTune.Agent.Cli.Output;

/// <summary>How long ago, for people.</summary>
internal static class Age
{
    /// <summary>Two units are enough: <c>2h 13m</c>.</summary>
    public static string Of(TimeSpan age) =>
        age switch
        {
            { TotalSeconds: < 1 } => "0s",
            { TotalMinutes: < 1 } => $"{age.Seconds}s",
            { TotalHours: < 1 } => $"{age.Minutes}m {age.Seconds}s",
            { TotalDays: < 1 } => $"{age.Hours}h {age.Minutes}m",
            _ => $"{(int)age.TotalDays}d {age.Hours}h",
        };
}
