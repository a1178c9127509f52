namespace IwTune.Soak.Running;

/// <summary>The hours of a soak: the night in which Berlin puts its clocks back, UTC.</summary>
internal static class Calendar
{
    /// <summary>The zone of all programs and of the schedules.</summary>
    public const string Zone = "Europe/Berlin";

    /// <summary>Half past eleven in the evening, summer time.</summary>
    public static readonly DateTimeOffset Begin = new(2026, 10, 24, 21, 30, 0, TimeSpan.Zero);

    /// <summary>The first midnight in that zone.</summary>
    public static readonly DateTimeOffset Midnight = new(2026, 10, 24, 22, 0, 0, TimeSpan.Zero);

    /// <summary>At three o'clock it becomes two o'clock.</summary>
    public static readonly DateTimeOffset ClocksBack = new(2026, 10, 25, 1, 0, 0, TimeSpan.Zero);

    /// <summary>When the server's certificate is to be renewed: 60 of its 90 days after the server started.</summary>
    public static readonly DateTimeOffset Renewal = new(2026, 10, 25, 0, 0, 0, TimeSpan.Zero);

    /// <summary>When the server starts.</summary>
    public static readonly DateTimeOffset ServerStart = Renewal - TimeSpan.FromDays(60);
}
