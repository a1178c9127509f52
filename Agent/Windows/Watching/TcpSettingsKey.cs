namespace IwTune.Agent.Windows.Watching;

/// <summary>
/// The registry key in which Windows keeps what netsh and the cmdlets set of TCP: templates in <c>26</c>, the default in <c>27</c>
/// (captures of hosts; Microsoft does not document it). It is never written.
/// </summary>
internal static class TcpSettingsKey
{
    /// <summary>Below HKEY_LOCAL_MACHINE.</summary>
    public const string Path = @"SYSTEM\CurrentControlSet\Control\Nsi\{eb004a03-9b1a-11d4-9123-0050047759bc}";
}
