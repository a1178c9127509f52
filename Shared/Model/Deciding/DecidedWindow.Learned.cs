using IwTune.Shared.Policies;

namespace IwTune.Shared.Model.Deciding;

public abstract partial class DecidedWindow
{
    /// <summary>
    /// <c>learned</c>: half of the first quartile of the windows that recent connections to the same prefix reached without a loss in their
    /// first flight. The half, the retreat on any loss, and the expiry are those of Careful Resume (RFC 9959), which resumes single
    /// connections.
    /// </summary>
    public sealed class Learned : DecidedWindow
    {
        /// <summary>A raise, segments.</summary>
        public const int AddIncr = 2;

        /// <summary>
        /// Number of connections with the present window that must lose nothing of their first flight before the next window is chosen.
        /// </summary>
        public const int Enough = 20;

        /// <summary>Raises come no faster.</summary>
        public static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

        private const int MostRecent = 256;

        private readonly Queue<(DateTimeOffset At, int Cwnd, long Peer)> _recent = new();
        private Steering.Learned _bounds;
        private DateTimeOffset _supported,
            _evaluated;
        private int _proven;
        private bool _hit;

        internal Learned(Steering.Learned bounds, DecidedState state)
            : base(state.Value, state.Changed)
        {
            _bounds = bounds;
            _supported = state.Supported;
            _evaluated = state.Changed;
        }

        /// <inheritdoc/>
        public override Steering Bounds => _bounds;

        /// <inheritdoc/>
        public override DecidedState State => new(Value, Changed, Connections, Losses, _supported);

        private int Floor => _bounds.Start!.Value;

        /// <inheritdoc/>
        public override void Bound(Steering bounds)
        {
            _bounds = (Steering.Learned)bounds;
            Value = Math.Clamp(Value, Floor, _bounds.Max);
        }

        /// <summary>
        /// A loss at the present window, or at a smaller one, counts against it; for a larger one the window has been halved already.
        /// </summary>
        public override void Add(in FlightSample sample)
        {
            if (sample.Lost is not { } lost)
                return;
            Connections++;
            if (lost)
            {
                Losses++;
                _hit |= sample.Initial <= Value;
                _recent.Clear();
                _proven = 0;
            }
            else if (sample.Exceeded)
            {
                _recent.Enqueue((sample.At, sample.FinalCwnd, sample.PeerSegments ?? 0));
                if (_recent.Count > MostRecent)
                    _recent.Dequeue();
                _supported = sample.At;
                _proven += sample.Initial >= Value ? 1 : 0;
            }
        }

        /// <inheritdoc/>
        public override Decision? Evaluate(DateTimeOffset now, Sight sight)
        {
            while (_recent.TryPeek(out var oldest) && IsOld(oldest.At, now))
                _recent.Dequeue();
            if (_hit)
            {
                _hit = false;
                _evaluated = now;
                return Become(Math.Max(Floor, Even(Value / 2)), DecisionCause.Lost, now);
            }
            if (sight == Sight.Gone && Unseen(now) is { } back)
                return back;
            if (Value > Floor && _recent.Count == 0 && IsOld(_supported, now))
                return Become(Floor, DecisionCause.Expired, now);
            if ((now - _evaluated is var since && since < Interval && since >= TimeSpan.Zero) || _recent.Count < Enough || _proven < Enough)
                return null;
            _evaluated = now;
            _proven = 0;
            return Choose(now, sight);
        }

        private Decision Choose(DateTimeOffset now, Sight sight)
        {
            var half = Quantile(_recent.Select(one => (long)one.Cwnd), 0.25) / 2;
            var peers = Quantile(_recent.Select(one => one.Peer), 0.1);
            var aim = Math.Max(Floor, Even((int)Math.Min(_bounds.Max, Math.Min(half, peers))));
            if (aim > Value && sight != Sight.Clear)
                return Become(Value, DecisionCause.Blind, now, aim);
            return Become(
                Math.Min(aim, Value + AddIncr),
                peers < Math.Min(half, _bounds.Max) ? DecisionCause.Receivers : DecisionCause.Used,
                now,
                aim
            );
        }

        /// <summary>Also when the clock was set back behind it.</summary>
        private bool IsOld(DateTimeOffset at, DateTimeOffset now) => (now - at).Duration() > _bounds.Expiry;

        private static long Quantile(IEnumerable<long> numbers, double share)
        {
            var sorted = numbers.Order().ToList();
            return sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Count) - 1)];
        }
    }
}
