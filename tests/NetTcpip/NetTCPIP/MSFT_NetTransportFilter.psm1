using namespace Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTransportFilter

# The parameters, their sets, types and aliases are those of Windows Server 2025: learn.microsoft.com, module NetTCPIP.
function Get-NetTransportFilter {
    [CmdletBinding(DefaultParameterSetName = 'ByName')]
    param(
        [Parameter(ParameterSetName = 'ByName')] [string[]] $SettingName,
        [Parameter(ParameterSetName = 'ByName')] [Protocol[]] $Protocol,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $LocalPortStart,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $LocalPortEnd,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $RemotePortStart,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $RemotePortEnd,
        [Parameter(ParameterSetName = 'ByName')] [string[]] $DestinationPrefix,
        [Parameter(ParameterSetName = 'ByName', ValueFromPipeline)]
            [PSTypeName('Microsoft.Management.Infrastructure.CimInstance#MSFT_NetTCPSetting')]
            [psobject] $AssociatedTCPSetting,
        [Alias('Session')] [CimSession[]] $CimSession,
        [int] $ThrottleLimit,
        [switch] $AsJob
    )
    process { [IwTune.NetTcpip.EmulatedCmdlet]::Process($PSCmdlet, $PSBoundParameters) }
}

function New-NetTransportFilter {
    [CmdletBinding(DefaultParameterSetName = 'cim:CreateInstance0', SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [string] $SettingName,
        [Protocol] $Protocol,
        [uint16] $LocalPortStart,
        [uint16] $LocalPortEnd,
        [uint16] $RemotePortStart,
        [uint16] $RemotePortEnd,
        [string] $DestinationPrefix,
        [Alias('Session')] [CimSession[]] $CimSession,
        [int] $ThrottleLimit,
        [switch] $AsJob
    )
    process { [IwTune.NetTcpip.EmulatedCmdlet]::Process($PSCmdlet, $PSBoundParameters) }
}

function Remove-NetTransportFilter {
    [CmdletBinding(DefaultParameterSetName = 'ByName', SupportsShouldProcess)]
    param(
        [Parameter(ParameterSetName = 'ByName')] [string[]] $SettingName,
        [Parameter(ParameterSetName = 'ByName')] [Protocol[]] $Protocol,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $LocalPortStart,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $LocalPortEnd,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $RemotePortStart,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $RemotePortEnd,
        [Parameter(ParameterSetName = 'ByName')] [string[]] $DestinationPrefix,
        [Parameter(ParameterSetName = 'ByName', ValueFromPipeline)]
            [PSTypeName('Microsoft.Management.Infrastructure.CimInstance#MSFT_NetTCPSetting')]
            [psobject] $AssociatedTCPSetting,
        [Parameter(ParameterSetName = 'InputObject (cdxml)', Mandatory, ValueFromPipeline)]
            [PSTypeName('Microsoft.Management.Infrastructure.CimInstance#MSFT_NetTransportFilter')]
            [psobject[]] $InputObject,
        [Alias('Session')] [CimSession[]] $CimSession,
        [int] $ThrottleLimit,
        [switch] $AsJob,
        [switch] $PassThru
    )
    process { [IwTune.NetTcpip.EmulatedCmdlet]::Process($PSCmdlet, $PSBoundParameters) }
}
