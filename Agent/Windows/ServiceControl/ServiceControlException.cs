namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The service control manager refused a request. The message says which and what to do.</summary>
public sealed class ServiceControlException : Exception
{
    public ServiceControlException() { }

    public ServiceControlException(string message)
        : base(message) { }

    public ServiceControlException(string message, Exception inner)
        : base(message, inner) { }

    /// <summary>True when an elevated prompt is enough.</summary>
    public bool Permission { get; init; }
}
