using System.Net;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Wire;

/// <summary>The wire form of a <see cref="Policies.Steering"/>.</summary>
/// <param name="Word"><c>auto</c> or <c>learned</c>.</param>
/// <param name="Min">Never below, segments.</param>
/// <param name="Max">Never above, segments.</param>
/// <param name="Every">Connections that an evaluation is over; <see langword="null"/> for <c>learned</c>.</param>
/// <param name="Seconds">Between a change and a raise for <c>auto</c>; until what was learned expires for <c>learned</c>.</param>
/// <param name="Endpoint">For <c>learned</c>: the prefix of the policy's own that the scope lies in.</param>
public sealed record BundleSteering(string Word, int Min, int Max, int? Every, long Seconds, string? Endpoint)
{
    /// <returns><see langword="null"/> when the policy decides.</returns>
    public static BundleSteering? Of(Steering steering) =>
        steering switch
        {
            Steering.Auto auto => new(auto.Word, auto.Min, auto.Max, auto.Every, (long)auto.Period.TotalSeconds, null),
            Steering.Learned learned => new(
                learned.Word,
                Steering.Learned.Floor,
                learned.Max,
                null,
                (long)learned.Expiry.TotalSeconds,
                learned.Endpoint.ToString()
            ),
            _ => null,
        };

    /// <returns>
    /// <see langword="null"/> when this version does not know it, or its bounds are none: then nothing may be decided by the host.
    /// </returns>
    public Steering? Read() =>
        this switch
        {
            { Word: "auto", Every: { } every }
                when Min >= Steering.Auto.LeastMin
                    && Min <= Max
                    && Max <= Steering.Auto.MostMax
                    && every is >= Steering.Auto.LeastEvery and <= Steering.Auto.MostEvery
                    && Seconds >= 0 => new Steering.Auto(Min, Max, every, TimeSpan.FromSeconds(Seconds)),
            { Word: "learned", Endpoint: { } endpoint }
                when Max <= Steering.Auto.MostMax && Seconds > 0 && IPNetwork.TryParse(endpoint, out var own) => new Steering.Learned(
                own,
                Max,
                TimeSpan.FromSeconds(Seconds)
            ),
            _ => null,
        };
}
