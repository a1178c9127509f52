namespace IwTune.Server.Storage;

/// <summary>Whether long readings use the replica.</summary>
/// <param name="Shown">Where it is, without a password.</param>
/// <param name="Use">Whether it is used, and otherwise the kind of reason.</param>
/// <param name="BehindBytes">
/// Bytes of log that it had not replayed when it was looked at last; <see langword="null"/> when that is unknown.
/// </param>
/// <param name="Why">Why it is not used; empty when it is.</param>
internal sealed record ReplicaState(string Shown, ReplicaUse Use, long? BehindBytes, string Why)
{
    /// <summary>For operators, without the address.</summary>
    public string Sentence => Use == ReplicaUse.Used ? "used for long readings" : $"not used, the primary answers instead: {Why}";
}
