namespace Microsoft.PowerShell;

/// <summary>The numbers of the real one.</summary>
public enum ExecutionPolicy
{
    Unrestricted = 0,
    RemoteSigned = 1,
    AllSigned = 2,
    Restricted = 3,
    Bypass = 4,
    Undefined = 5,
}
