@{
    ModuleVersion        = '1.0.0.0'
    GUID                 = '0e2b6f38-6c65-4c4e-9a6d-4f3c1f8b2a11'
    Author               = 'the IwTune authors'
    Description          = 'The module NetTCPIP over an emulated Windows: tests/NetTcpip/README.md'
    CompatiblePSEditions = @('Desktop', 'Core')
    PowerShellVersion    = '5.1'
    # One file a class, as Windows has one CDXML file a class.
    NestedModules        = @('MSFT_NetTCPSetting.psm1', 'MSFT_NetTransportFilter.psm1', 'MSFT_NetTCPConnection.psm1')
    FunctionsToExport    = @(
        'Get-NetTCPSetting', 'Set-NetTCPSetting'
        'Get-NetTransportFilter', 'New-NetTransportFilter', 'Remove-NetTransportFilter'
        'Get-NetTCPConnection'
    )
    CmdletsToExport      = @()
    VariablesToExport    = @()
    AliasesToExport      = @()
}
