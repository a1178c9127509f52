using System.Text.Json;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>
/// The windows that this host decides itself. It counts connections, decides when a decision is due, and saves it before anything is set;
/// the <see cref="Reconciler"/> sets a decided window like any required one.
/// </summary>
public sealed class Decisions : ISampleSink
{
    /// <summary>The file in the state directory.</summary>
    public const string Name = "decisions.json";

    /// <summary>Counts that are not on disk yet are lost with the process; at most this much time.</summary>
    private static readonly TimeSpan SaveEvery = TimeSpan.FromMinutes(1);

    private readonly StateDirectory _state;
    private readonly TimeProvider _time;
    private readonly object _lock = new();
    private readonly Dictionary<string, DecidingScope> _scopes = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StoredScope> _stored;
    private Dictionary<string, DecidingScope> _byTarget = new(StringComparer.Ordinal);
    private DateTimeOffset _saved;
    private bool _counted;

    private Decisions(StateDirectory state, TimeProvider time, IReadOnlyList<StoredScope> stored, string problem)
    {
        _state = state;
        _time = time;
        _stored = stored
            .DistinctBy(scope => scope.Scope, StringComparer.Ordinal)
            .ToDictionary(scope => scope.Scope, StringComparer.Ordinal);
        Problem = problem;
    }

    /// <summary>Why the decisions of an earlier process are not continued, as a sentence; empty when they are.</summary>
    public string Problem { get; }

    /// <summary>What an earlier process left, until a content is followed.</summary>
    internal IEnumerable<StoredScope> Stored => _stored.Values;

    /// <summary>True when there is a window to decide.</summary>
    public bool Any
    {
        get
        {
            lock (_lock)
                return _scopes.Count > 0;
        }
    }

    /// <summary>Reads what an earlier process left. What cannot be read starts anew, at the window that every system starts with.</summary>
    public static Decisions Load(StateDirectory state, TimeProvider time)
    {
        var path = state.File(Name);
        try
        {
            var read = JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), AgentJson.Default.IReadOnlyListStoredScope);
            return read is not null && read.All(scope => scope is { Scope: not null, Word: not null, State: not null, Last: not null })
                ? new Decisions(state, time, read, "")
                : throw new JsonException();
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return new Decisions(state, time, [], "");
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            return new Decisions(
                state,
                time,
                [],
                $"{path} cannot be read: {Damage.Of(e)} This host's earlier decisions are lost; it starts again."
            );
        }
    }

    /// <summary>The content with this host's decisions in the places that the policy leaves to it.</summary>
    /// <param name="content">The required content, or one that is only examined.</param>
    /// <param name="limits">The narrower of the policy's limits and the host's own.</param>
    /// <param name="segments">What this system takes.</param>
    public BundleContent Fill(BundleContent content, Limits limits, SegmentRule? segments)
    {
        lock (_lock)
            return Decided.Fill(content, limits, segments, window => ValueOf(window.Scope, window.Steering!.Word));
    }

    /// <summary>
    /// From now on the windows of this content are decided, for these targets; scopes that it no longer has are forgotten.
    /// </summary>
    /// <param name="content">What is enforced.</param>
    /// <param name="limits">The narrower of its limits and the host's own.</param>
    /// <param name="wants">The targets that it sets.</param>
    /// <exception cref="IOException">The disk does not take it; decisions stay in force until the process ends.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public void Follow(BundleContent content, Limits limits, IEnumerable<Want> wants)
    {
        var asked = new Dictionary<string, Steering>(StringComparer.Ordinal);
        foreach (var window in content.Windows)
        {
            if (Decided.BoundsOf(window, limits) is { } bounds)
                asked.TryAdd(window.Scope, bounds);
        }
        lock (_lock)
        {
            var changed = Take(asked);
            _byTarget = wants
                .Where(want => _scopes.Count > 0 && want.Override is null && _scopes.ContainsKey(want.Scope.ToString()!))
                .DistinctBy(want => want.Target.Id, StringComparer.Ordinal)
                .ToDictionary(want => want.Target.Id, want => _scopes[want.Scope.ToString()!], StringComparer.Ordinal);
            if (changed)
                Save();
        }
    }

    /// <inheritdoc/>
    public void Add(ConnectionSample sample)
    {
        lock (_lock)
        {
            if (sample.Target.IsOwn || !_byTarget.TryGetValue(sample.Target.Id, out var scope))
                return;
            scope.Add(sample);
            _counted = true;
        }
    }

    /// <summary>Connections that were not seen cannot be counted; the share of losses is over those that were.</summary>
    public void Lost() { }

    /// <summary>Makes the decisions that are due; they are on disk when this returns.</summary>
    /// <param name="sight">Whether losses would be seen.</param>
    /// <returns>The decisions that change a window.</returns>
    /// <exception cref="IOException">The disk does not take it; then nothing was decided.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there; then nothing was decided.</exception>
    public IReadOnlyList<MadeDecision> Due(Sight sight)
    {
        lock (_lock)
        {
            var now = _time.GetUtcNow();
            var before = _scopes.Values.Select(scope => (scope, scope.Stored)).ToList();
            var made = new List<MadeDecision>();
            foreach (var scope in _scopes.Values)
            {
                if (scope.Evaluate(now, sight) is { } decision)
                    made.Add(new MadeDecision(scope.Scope, decision, scope.Last));
            }
            if (made.Count == 0 && !(_counted && (now - _saved).Duration() >= SaveEvery))
                return [];
            try
            {
                Save();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                foreach (var (scope, stored) in before)
                    scope.Window = DecidedWindow.Resume(scope.Window.Bounds, stored.State);
                throw;
            }
            return made.FindAll(decision => decision.Decision.Changes);
        }
    }

    /// <summary>Nothing on this host could take the decision: the previous window stays.</summary>
    /// <exception cref="IOException">The disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public void Restore(MadeDecision made, string why)
    {
        lock (_lock)
        {
            if (!_scopes.TryGetValue(made.Scope, out var scope))
                return;
            scope.Restore(made.Decision.From, why, _time.GetUtcNow());
            Save();
        }
    }

    /// <summary>True for a target whose window is decided here.</summary>
    public bool Decides(string targetId)
    {
        lock (_lock)
            return _byTarget.ContainsKey(targetId);
    }

    /// <summary>The result of the last evaluation of the target's scope; empty when it has none.</summary>
    public string LastOf(string targetId)
    {
        lock (_lock)
            return _byTarget.TryGetValue(targetId, out var scope) ? $"{scope.Scope}: {scope.Last}" : "";
    }

    /// <summary>All of them as they are now.</summary>
    /// <param name="note">Why nothing is raised now; empty when something may be.</param>
    public IReadOnlyList<DecidedScope> Told(string note)
    {
        lock (_lock)
            return [.. _scopes.Values.Select(scope => scope.Told(note))];
    }

    private int? ValueOf(string scope, string word) =>
        _scopes.TryGetValue(scope, out var known) ? (known.Word == word ? known.Window.Value : null)
        : _stored.TryGetValue(scope, out var stored) && stored.Word == word ? stored.State.Value
        : null;

    private bool Take(Dictionary<string, Steering> asked)
    {
        var gone = _scopes
            .Values.Where(scope => !asked.TryGetValue(scope.Scope, out var bounds) || bounds.Word != scope.Word)
            .Select(scope => scope.Scope)
            .ToList();
        foreach (var scope in gone)
            _scopes.Remove(scope);
        var changed = gone.Count > 0 || _stored.Keys.Any(scope => !asked.ContainsKey(scope));
        foreach (var (scope, bounds) in asked)
        {
            if (_scopes.TryGetValue(scope, out var known))
                known.Window.Bound(bounds);
            else
                _scopes[scope] =
                    _stored.TryGetValue(scope, out var stored) && stored.Word == bounds.Word
                        ? DecidingScope.Resume(stored, bounds)
                        : new DecidingScope(scope, DecidedWindow.Begin(bounds, _time.GetUtcNow()));
            changed |= known is null && !_stored.ContainsKey(scope);
        }
        _stored.Clear();
        return changed;
    }

    private void Save()
    {
        IReadOnlyList<StoredScope> stored = [.. _scopes.Values.Select(scope => scope.Stored)];
        if (stored.Count == 0)
            DurableFile.Remove(_state.File(Name));
        else
            DurableFile.Replace(_state.File(Name), JsonSerializer.SerializeToUtf8Bytes(stored, AgentJson.Default.IReadOnlyListStoredScope));
        (_saved, _counted) = (_time.GetUtcNow(), false);
    }
}
