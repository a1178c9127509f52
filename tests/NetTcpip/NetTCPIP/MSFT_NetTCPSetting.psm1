using namespace Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTCPSetting

# The parameters, their sets, types and aliases are those of Windows Server 2025: learn.microsoft.com, module NetTCPIP.
function Get-NetTCPSetting {
    [CmdletBinding(DefaultParameterSetName = 'ByName')]
    param(
        [Parameter(ParameterSetName = 'ByName', Position = 0)] [string[]] $SettingName,
        [Parameter(ParameterSetName = 'ByName')] [Alias('MinRto')] [uint32[]] $MinRtoMs,
        [Parameter(ParameterSetName = 'ByName')] [Alias('InitialCongestionWindow')] [uint32[]] $InitialCongestionWindowMss,
        [Parameter(ParameterSetName = 'ByName')] [CongestionProvider[]] $CongestionProvider,
        [Parameter(ParameterSetName = 'ByName')] [CwndRestart[]] $CwndRestart,
        [Parameter(ParameterSetName = 'ByName')] [Alias('DelayedAckTimeout')] [uint32[]] $DelayedAckTimeoutMs,
        [Parameter(ParameterSetName = 'ByName')] [byte[]] $DelayedAckFrequency,
        [Parameter(ParameterSetName = 'ByName')] [MemoryPressureProtection[]] $MemoryPressureProtection,
        [Parameter(ParameterSetName = 'ByName')] [AutoTuningLevelLocal[]] $AutoTuningLevelLocal,
        [Parameter(ParameterSetName = 'ByName')] [AutoTuningLevelGroupPolicy[]] $AutoTuningLevelGroupPolicy,
        [Parameter(ParameterSetName = 'ByName')] [AutoTuningLevelEffective[]] $AutoTuningLevelEffective,
        [Parameter(ParameterSetName = 'ByName')] [EcnCapability[]] $EcnCapability,
        [Parameter(ParameterSetName = 'ByName')] [Timestamps[]] $Timestamps,
        [Parameter(ParameterSetName = 'ByName')] [Alias('InitialRto')] [uint32[]] $InitialRtoMs,
        [Parameter(ParameterSetName = 'ByName')] [ScalingHeuristics[]] $ScalingHeuristics,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $DynamicPortRangeStartPort,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $DynamicPortRangeNumberOfPorts,
        [Parameter(ParameterSetName = 'ByName')] [AutomaticUseCustom[]] $AutomaticUseCustom,
        [Parameter(ParameterSetName = 'ByName')] [NonSackRttResiliency[]] $NonSackRttResiliency,
        [Parameter(ParameterSetName = 'ByName')] [ForceWS[]] $ForceWS,
        [Parameter(ParameterSetName = 'ByName')] [byte[]] $MaxSynRetransmissions,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $AutoReusePortRangeStartPort,
        [Parameter(ParameterSetName = 'ByName')] [uint16[]] $AutoReusePortRangeNumberOfPorts,
        [Parameter(ParameterSetName = 'ByName', ValueFromPipeline)]
            [PSTypeName('Microsoft.Management.Infrastructure.CimInstance#MSFT_NetTransportFilter')]
            [psobject] $AssociatedTransportFilter,
        [Alias('Session')] [CimSession[]] $CimSession,
        [int] $ThrottleLimit,
        [switch] $AsJob
    )
    process { [IwTune.NetTcpip.EmulatedCmdlet]::Process($PSCmdlet, $PSBoundParameters) }
}

function Set-NetTCPSetting {
    [CmdletBinding(DefaultParameterSetName = 'ByName', SupportsShouldProcess)]
    param(
        [Parameter(ParameterSetName = 'ByName', Position = 0)] [string[]] $SettingName,
        [Parameter(ParameterSetName = 'InputObject (cdxml)', Mandatory, ValueFromPipeline)]
            [PSTypeName('Microsoft.Management.Infrastructure.CimInstance#MSFT_NetTCPSetting')]
            [psobject[]] $InputObject,
        [Alias('MinRto')] [uint32] $MinRtoMs,
        [Alias('InitialCongestionWindow')] [uint32] $InitialCongestionWindowMss,
        [CongestionProvider] $CongestionProvider,
        [CwndRestart] $CwndRestart,
        [Alias('DelayedAckTimeout')] [uint32] $DelayedAckTimeoutMs,
        [byte] $DelayedAckFrequency,
        [MemoryPressureProtection] $MemoryPressureProtection,
        [AutoTuningLevelLocal] $AutoTuningLevelLocal,
        [EcnCapability] $EcnCapability,
        [Timestamps] $Timestamps,
        [Alias('InitialRto')] [uint32] $InitialRtoMs,
        [ScalingHeuristics] $ScalingHeuristics,
        [uint16] $DynamicPortRangeStartPort,
        [uint16] $DynamicPortRangeNumberOfPorts,
        [AutomaticUseCustom] $AutomaticUseCustom,
        [NonSackRttResiliency] $NonSackRttResiliency,
        [ForceWS] $ForceWS,
        [byte] $MaxSynRetransmissions,
        [uint16] $AutoReusePortRangeStartPort,
        [uint16] $AutoReusePortRangeNumberOfPorts,
        [Alias('Session')] [CimSession[]] $CimSession,
        [int] $ThrottleLimit,
        [switch] $AsJob,
        [switch] $PassThru
    )
    process { [IwTune.NetTcpip.EmulatedCmdlet]::Process($PSCmdlet, $PSBoundParameters) }
}
