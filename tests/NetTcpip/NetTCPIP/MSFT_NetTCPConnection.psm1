using namespace Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTCPConnection

# The parameters, their sets, types and aliases are those of Windows Server 2025: learn.microsoft.com, module NetTCPIP.
function Get-NetTCPConnection {
    [CmdletBinding(DefaultParameterSetName = 'ByName')]
    param(
        [Parameter(ParameterSetName = 'ByName', Position = 0, ValueFromPipelineByPropertyName)] [string[]] $LocalAddress,
        [Parameter(ParameterSetName = 'ByName', Position = 1, ValueFromPipelineByPropertyName)] [uint16[]] $LocalPort,
        [Parameter(ParameterSetName = 'ByName')] [string[]] $RemoteAddress,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $RemotePort,
        [Parameter(ParameterSetName = 'ByName')] [State[]] $State,
        [Parameter(ParameterSetName = 'ByName')] [AppliedSetting[]] $AppliedSetting,
        [Parameter(ParameterSetName = 'ByName')] [uint32[]] $OwningProcess,
        [Parameter(ParameterSetName = 'ByName')] [datetime[]] $CreationTime,
        [Parameter(ParameterSetName = 'ByName')] [OffloadState[]] $OffloadState,
        [Alias('Session')] [CimSession[]] $CimSession,
        [int] $ThrottleLimit,
        [switch] $AsJob
    )
    process { [IwTune.NetTcpip.EmulatedCmdlet]::Process($PSCmdlet, $PSBoundParameters) }
}
