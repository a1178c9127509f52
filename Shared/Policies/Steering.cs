using System.Net;

namespace IwTune.Shared.Policies;

/// <summary>Who decides the congestion window of a scope: the policy, or the host within bounds that the policy sets.</summary>
public abstract record Steering
{
    private Steering() { }

    /// <summary>The policy names a number.</summary>
    public static Steering None { get; } = new Fixed();

    /// <summary>As a policy writes it in place of a number; empty for a number.</summary>
    public abstract string Word { get; }

    /// <summary>What a host begins with, segments; <see langword="null"/> where the policy decides.</summary>
    public abstract int? Start { get; }

    /// <summary>The policy names a number, or leaves the host's window unchanged.</summary>
    public sealed record Fixed : Steering
    {
        /// <inheritdoc/>
        public override string Word => "";

        /// <inheritdoc/>
        public override int? Start => null;
    }

    /// <summary>
    /// <c>auto</c>: up by two segments while first flights arrive, down by half when more than one in twenty does not (RFC 9040 Appendix
    /// C).
    /// </summary>
    /// <param name="Min">Never below, segments, <see cref="LeastMin"/> to <paramref name="Max"/>.</param>
    /// <param name="Max">Never above, segments, to <see cref="MostMax"/>.</param>
    /// <param name="Every">Connections that an evaluation is over, <see cref="LeastEvery"/> to <see cref="MostEvery"/>.</param>
    /// <param name="Period">Minimum time between a change and the next raise; halving never waits. 0 to 30 days.</param>
    public sealed record Auto(int Min, int Max, int Every, TimeSpan Period) : Steering
    {
        /// <summary>
        /// Below two segments a receiver that delays acknowledgements makes every response wait for its timer (RFC 5681 §4.2).
        /// </summary>
        public const int LeastMin = 2;

        /// <summary>What a receiver with default settings accepts at first: more is not sent.</summary>
        public const int MostMax = 44;

        /// <summary>One loss in so many connections is the threshold itself: fewer connections show nothing.</summary>
        public const int LeastEvery = 20;

        /// <summary>RFC 9040 Appendix C: at least every 1,000 connections.</summary>
        public const int MostEvery = 1000;

        /// <summary>
        /// RFC 9040 Appendix C.3: MinIW of RFC 3390, MaxIW of RFC 6928, every 1,000 connections; a raise waits a day, so that every hour of
        /// one has its say.
        /// </summary>
        public static Auto Default { get; } = new(3, 10, 1000, TimeSpan.FromDays(1));

        /// <summary>The longest <see cref="Period"/>.</summary>
        public static TimeSpan LongestPeriod { get; } = TimeSpan.FromDays(30);

        /// <inheritdoc/>
        public override string Word => "auto";

        /// <summary>RFC 9040 Appendix C: at most the recommended default, a multiple of two.</summary>
        public override int? Start => Math.Max(Min, Math.Min(Default.Max, Max) / 2 * 2);
    }

    /// <summary>
    /// <c>learned</c>: half of the window that recent connections to the same prefix reached, while none of them loses anything of its
    /// first flight.
    /// </summary>
    /// <param name="Endpoint">The prefix that the policy calls its own and that the scope lies in.</param>
    /// <param name="Max">Never above, segments, <see cref="Floor"/> to 44.</param>
    /// <param name="Expiry">What was learned counts no longer than this; 1 minute to 24 hours.</param>
    public sealed record Learned(IPNetwork Endpoint, int Max, TimeSpan Expiry) : Steering
    {
        /// <summary>Never below, and what it falls back to: RFC 6928, which every current system starts with by itself.</summary>
        public const int Floor = 10;

        /// <summary>The default of a policy that does not say: the ceiling for the operator's own networks.</summary>
        public const int DefaultMax = 32;

        /// <summary>What a policy gets that does not say.</summary>
        public static TimeSpan DefaultExpiry { get; } = TimeSpan.FromMinutes(15);

        /// <summary>The shortest <see cref="Expiry"/>.</summary>
        public static TimeSpan ShortestExpiry { get; } = TimeSpan.FromMinutes(1);

        /// <summary>The longest <see cref="Expiry"/>.</summary>
        public static TimeSpan LongestExpiry { get; } = TimeSpan.FromHours(24);

        /// <inheritdoc/>
        public override string Word => "learned";

        /// <inheritdoc/>
        public override int? Start => Math.Min(Floor, Max);
    }
}
