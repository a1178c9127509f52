using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>How hard a delivery is tried.</summary>
public sealed record DeliveryRules
{
    /// <summary>The pause after the first failure; three times as long after each further one.</summary>
    public TimeSpan FirstPause { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>No pause is longer, whatever the receiver requests.</summary>
    public TimeSpan LongestPause { get; init; } = TimeSpan.FromHours(1);

    /// <summary>A delivery is abandoned after this many tries,</summary>
    public int MostTries { get; init; } = 16;

    /// <summary>or when it is older than this and was tried at least once.</summary>
    public TimeSpan MostAge { get; init; } = TimeSpan.FromHours(24);

    /// <summary>A receiver that has not answered by then has not answered.</summary>
    public TimeSpan AnswerWithin { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>More waiting events than this are sent together.</summary>
    public int DigestAbove { get; init; } = 20;

    /// <summary>How long a delivery stays in the list; an abandoned one four times as long.</summary>
    public TimeSpan KeptFor { get; init; } = TimeSpan.FromDays(7);

    /// <summary>Between 0 and 1: spreads pauses, so that receivers are not all tried together.</summary>
    public Func<double> Jitter { get; init; } = Chance.Next;

    /// <summary>The pause after a number of failures: exponential, and random between half of it and all of it.</summary>
    public TimeSpan Pause(long failures)
    {
        var full = FirstPause.TotalMilliseconds * Math.Pow(3, Math.Min(failures - 1, 20));
        return TimeSpan.FromMilliseconds(Math.Min(full, LongestPause.TotalMilliseconds) * (0.5 + (Jitter() / 2)));
    }
}
