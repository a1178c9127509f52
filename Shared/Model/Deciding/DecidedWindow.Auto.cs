using IwTune.Shared.Policies;

namespace IwTune.Shared.Model.Deciding;

public abstract partial class DecidedWindow
{
    /// <summary>
    /// <c>auto</c>: RFC 9040 Appendix C, with its MulDecr of 0.5, AddIncr of 2 segments and Threshold of 0.05. Its pseudo-code never resets
    /// the counters and lets the window run out of its bounds; here both counters begin anew after each evaluation, and values are even and
    /// clamped.
    /// </summary>
    public sealed class Auto : DecidedWindow
    {
        /// <summary>More than this share of connections with losses halves the window.</summary>
        public const double Threshold = 0.05;

        /// <summary>A raise, segments.</summary>
        public const int AddIncr = 2;

        /// <summary>Almost nothing arrives: that is not waited out to the thousandth connection.</summary>
        private const double Disaster = 0.95;

        private Steering.Auto _bounds;

        internal Auto(Steering.Auto bounds, DecidedState state)
            : base(state.Value, state.Changed) => _bounds = bounds;

        /// <inheritdoc/>
        public override Steering Bounds => _bounds;

        /// <inheritdoc/>
        public override DecidedState State => new(Value, Changed, Connections, Losses, Changed);

        /// <inheritdoc/>
        public override void Bound(Steering bounds)
        {
            _bounds = (Steering.Auto)bounds;
            Value = Math.Clamp(Value, _bounds.Min, _bounds.Max);
        }

        /// <summary>Counts it when it began with the present window, filled it, and its losses can be determined.</summary>
        public override void Add(in FlightSample sample)
        {
            if (sample is not { Filled: true, Lost: { } lost } || sample.Initial != Value)
                return;
            Connections++;
            Losses += lost ? 1 : 0;
        }

        /// <inheritdoc/>
        public override Decision? Evaluate(DateTimeOffset now, Sight sight)
        {
            if (sight == Sight.Gone && Unseen(now) is { } back)
                return back;
            var disaster = Connections >= Steering.Auto.LeastEvery && Losses > Disaster * Connections;
            if (Connections < _bounds.Every && !disaster)
                return null;
            if (Losses > Threshold * Connections)
                return Become(Math.Max(_bounds.Min, Even(Value / 2)), DecisionCause.Lost, now);
            if (sight != Sight.Clear)
                return Become(Value, DecisionCause.Blind, now);
            // A clock that was set back must not stop raises for years.
            if (now - Changed is var since && since < _bounds.Period && since >= TimeSpan.Zero)
                return Become(Value, DecisionCause.Waits, now);
            return Become(Math.Max(Value, Even(Math.Min(Value + AddIncr, _bounds.Max))), DecisionCause.Arrived, now);
        }
    }
}
