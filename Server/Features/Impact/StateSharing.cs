using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Impact;

/// <summary>
/// Gives equal reports one object. Fields that only distinguish hosts or instants, and that no forecast uses, are left out.
/// </summary>
internal sealed class StateSharing
{
    private readonly HashSet<TargetState> _targets = [];
    private readonly Dictionary<Alike, HostState> _states = [];

    /// <summary>The shared object.</summary>
    public HostState Of(HostState state)
    {
        var slim = new HostState
        {
            Phase = BundlePhase.None,
            StateHash = "",
            Mode = state.Mode,
            Hold = state.Hold,
            Observing = state.Observing,
            Decided = state.Decided,
            Limits = state.Limits,
            Targets = [.. state.Targets.Select(Shared)],
        };
        var key = new Alike(slim);
        if (_states.TryGetValue(key, out var known))
            return known;
        _states.Add(key, slim);
        return slim;
    }

    private TargetState Shared(TargetState target)
    {
        if (_targets.TryGetValue(target, out var known))
            return known;
        _targets.Add(target);
        return target;
    }

    /// <summary>Targets are shared already, so that the same ones are the same objects.</summary>
    private readonly struct Alike(HostState state) : IEquatable<Alike>
    {
        private readonly HostState _state = state;

        public bool Equals(Alike other)
        {
            var (a, b) = (_state, other._state);
            if (
                a.Hold != b.Hold
                || a.Observing != b.Observing
                || a.Mode != b.Mode
                || a.Limits != b.Limits
                || a.Targets.Count != b.Targets.Count
                || !ReferenceEquals(a.Decided, b.Decided)
            )
                return false;
            for (var i = 0; i < a.Targets.Count; i++)
            {
                if (!ReferenceEquals(a.Targets[i], b.Targets[i]))
                    return false;
            }
            return true;
        }

        public override bool Equals(object? obj) => obj is Alike other && Equals(other);

        public override int GetHashCode()
        {
            var hash = new HashCode();
            hash.Add(_state.Hold);
            foreach (var target in _state.Targets)
                hash.Add(System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(target));
            return hash.ToHashCode();
        }
    }
}
