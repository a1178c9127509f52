namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>A run's file did not arrive; the message says why.</summary>
/// <param name="message">For people.</param>
/// <param name="isFinal">Another try would be refused too.</param>
/// <param name="cause">What failed.</param>
internal sealed class NotDeliveredException(string message, bool isFinal, Exception? cause = null) : Exception(message, cause)
{
    public bool IsFinal => isFinal;
}
