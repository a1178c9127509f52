namespace Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTransportFilter;

/// <summary>The numbers of the protocols in IP's header.</summary>
public enum Protocol : byte
{
    TCP = 6,
    UDP = 17,
}
