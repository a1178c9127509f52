namespace IwTune.Server.Features.Bundles;

/// <summary>
/// A bundle the host refused or restored. It is not sent again at once, or host and server would repeat the exchange without end: other
/// content, another rollout of the same, or growing pauses must come first.
/// </summary>
public sealed class Withheld
{
    private const long First = 5 * 60_000,
        Most = 4 * 3_600_000;
    private readonly Lock _gate = new();
    private string _digest = "";
    private string? _rollout;
    private long _until,
        _pause;

    /// <summary>Other content is required now: what the host refused may be sent at the next occasion as if it was new.</summary>
    public void Follow(string required)
    {
        if (_digest.Length == 0 || _digest == required)
            return;
        lock (_gate)
            _digest = "";
    }

    /// <summary>Whether to hold the required bundle back.</summary>
    /// <param name="rejected">The digest the host refused; <see langword="null"/> for none.</param>
    /// <param name="required">The digest it should have.</param>
    /// <param name="rollout">The rollout that delivers it; people who start another one want it tried again.</param>
    /// <param name="now">Unix milliseconds.</param>
    public bool Holds(string? rejected, string required, string? rollout, long now)
    {
        if (rejected != required)
            return false;
        lock (_gate)
        {
            var another = _digest == required && _rollout != rollout && rollout is not null;
            if (_digest != required || another)
                (_digest, _pause, _until) = (required, First, now + First);
            _rollout = rollout;
            if (another)
                return false;
            if (now < _until)
                return true;
            // One try; should it be refused again, the next pause is twice as long.
            _pause = Math.Min(_pause * 2, Most);
            _until = now + _pause;
            return false;
        }
    }
}
